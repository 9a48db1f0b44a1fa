import type { Locator } from 'playwright-core';

import type { N8nInstance } from '../n8n/instance';
import type { Presenter } from './presenter';

/** The address of the editor. */
export interface EditorOf {
	n8n: Pick<N8nInstance, 'url'>;
}

export const NODE = 'Rewards and Engagement';
const EMAIL = 'ada@members.example';
/** The summary that the node shows above its output. */
const AWARDED = '1 awarded, 25 Stars in total';

/**
 * Builds and runs a workflow that awards 25 Stars to Ada. The panel of its node stays open.
 *
 * @param words to search the action by
 */
export async function awardPoints(presenter: Presenter, stage: EditorOf, words?: string): Promise<void> {
	await findAction(presenter, stage, words);
	await fillIn(presenter);
	await run(presenter);
}

export async function findAction(
	presenter: Presenter,
	{ n8n }: EditorOf,
	words = 'give points',
): Promise<void> {
	const { page } = presenter;
	await page.goto(`${n8n.url}/workflow/new`);
	await presenter.click(page.getByTestId('canvas-add-button').first());
	await searchNode(presenter, 'manual');
	await presenter.click(page.getByTestId('node-creator-item-name').first());
	await page.getByTestId('canvas-node').first().waitFor();
	await presenter.click(page.getByTestId('node-creator-plus-button'));
	await searchNode(presenter, words);
	await presenter.look();
	await presenter.click(page.getByText(NODE, { exact: true }).first());
	await presenter.look();
	await presenter.click(page.getByText('Award or deduct points of member', { exact: true }).first());
	await parameter(presenter, 'amount').waitFor();
}

export async function fillIn(presenter: Presenter): Promise<void> {
	const { page } = presenter;
	const member = page.getByTestId('resource-locator-serviceId');
	await presenter.click(member.getByTestId('rlc-mode-selector'));
	await presenter.click(page.getByTestId('mode-email').locator('visible=true'));
	await presenter.type(member.getByTestId('rlc-input-container').locator('input'), EMAIL);
	await presenter.click(page.getByTestId('resource-locator-currencyId'));
	await presenter.click(listed(presenter, 'Stars'));
	await presenter.type(parameter(presenter, 'amount'), '25');
	await presenter.look();
}

export async function run(presenter: Presenter): Promise<void> {
	await execute(presenter);
	const output = presenter.page.getByTestId('output-panel');
	await output.getByText(AWARDED).first().waitFor();
	await presenter.point(output.getByText('newBalance').first());
	await presenter.look(2);
}

export async function searchNode(presenter: Presenter, words: string): Promise<void> {
	await presenter.page.getByTestId('node-creator-search-bar').waitFor();
	await presenter.keys(words);
}

/** Presses "Execute step", and waits until the output has an item. */
async function execute(presenter: Presenter): Promise<void> {
	const { page } = presenter;
	await presenter.click(page.getByTestId('node-execute-button').first());
	await page.getByTestId('ndv-items-count').last().waitFor();
}

export function parameter({ page }: Presenter, name: string): Locator {
	return page.getByTestId(`parameter-input-${name}`).locator('input').first();
}

/** An entry of the open list. */
function listed({ page }: Presenter, text: string): Locator {
	return page.getByTestId('rlc-item').filter({ hasText: text }).locator('visible=true').first();
}
