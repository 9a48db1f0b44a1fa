/** `npm run service`: the sandbox service alone. */
export async function main(): Promise<void> {
	await import('../test/service/main');
}
