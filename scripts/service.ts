// The import starts it.
import '../sandbox/main';

/** `npm run service`: the sandbox service alone. */
export function main(): void {}
