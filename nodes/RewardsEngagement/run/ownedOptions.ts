import { isExpression } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isRecord } from '../shared/json';

/** Options by which the owner of a workflow keeps its money safe, as the panel calls them. */
const OWNED: Record<string, string> = {
	maximumAmount: 'Maximum Amount per Item',
	maximumTotal: 'Maximum Total per Execution',
	dryRun: 'Dry Run',
};

/** n8n takes it in three writings. */
const FROM_MODEL = /\$fromai/i;

/**
 * Refuses limits that are there without a value, and those that an AI model could set. In a tool every expression can: what the model gives is the item that
 * expressions read (n8n-workflow, `workflow-data-proxy.js`), not only what `$fromAI` names.
 *
 * @param written the node's options as the user wrote them
 * @param isTool whether an AI agent runs the node
 * @throws {InvalidParameter} naming the option
 */
export function checkOwnedOptions(written: unknown, isTool: boolean): void {
	const options: Record<string, unknown> = isRecord(written) ? written : { options: written };
	for (const [name, value] of Object.entries(options)) {
		const displayName = name === 'options' ? 'Options' : OWNED[name];
		if (displayName === undefined) continue;
		// What the editor keeps of a number that somebody cleared: it looks like a limit, and would be none.
		if (value === null) {
			throw new InvalidParameter(
				`"${displayName}" is empty`,
				`Fill in "${displayName}", or take it out of "Options". Nothing was sent.`,
			);
		}
		if (!isExpression(value)) continue;
		if (!isTool && !FROM_MODEL.test(value)) continue;
		throw new InvalidParameter(
			`"${displayName}" is an expression that an AI model could set`,
			'Give a fixed value: a limit is set by whoever owns the workflow. Nothing was sent.',
		);
	}
}
