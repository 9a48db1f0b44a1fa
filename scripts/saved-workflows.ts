import { keepSavedWorkflows } from '../test/fixtures/generate/keep';

/** `npm run saved-workflows`. */
export async function main(): Promise<void> {
	await keepSavedWorkflows();
}
