import { build } from './lib/build';
import { typecheck } from './lib/typecheck';

/** `npm run build`. Returns 1 when there are type errors. */
export async function main(): Promise<number> {
	if (!(await typecheck())) return 1;
	await build();
	return 0;
}
