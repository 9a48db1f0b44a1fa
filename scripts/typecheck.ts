import { typecheck } from './lib/typecheck';

/** `npm run typecheck`. Returns 1 when there are type errors. */
export async function main(): Promise<number> {
	return (await typecheck()) ? 0 : 1;
}
