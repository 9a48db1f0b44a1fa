import { typecheck } from './lib/typecheck';

/** `npm run typecheck`: returns 1 when the types are not right. */
export async function main(): Promise<number> {
	return (await typecheck()) ? 0 : 1;
}
