import { build } from './lib/build';
import { typecheck } from './lib/typecheck';

/** `npm run build`: returns 1 when the types are not right. */
export async function main(): Promise<number> {
	if (!(await typecheck())) return 1;
	await build();
	return 0;
}
