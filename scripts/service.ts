// Loading it starts it.
import '../test/service/main';

/** `npm run service`: the sandbox service alone. */
export function main(): void {}
