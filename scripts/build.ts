import { build } from './lib/build';

/** `npm run build`. */
export async function main(): Promise<void> {
	await build();
}
