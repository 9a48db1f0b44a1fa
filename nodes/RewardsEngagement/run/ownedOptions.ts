import { isExpression } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { isRecord } from '../shared/json';

/** Options that keep the money of the workflow's owner safe, with their labels. */
const OWNED: Record<string, string> = {
	maximumAmount: 'Maximum Amount per Item',
	maximumTotal: 'Maximum Total per Execution',
	dryRun: 'Dry Run',
};

/** n8n accepts it in three spellings. */
const FROM_MODEL = /\$fromai/i;

/**
 * Refuses limits without a value, and limits that an AI model could set. In a tool every expression could: the
 * model's values are in the item that expressions read (n8n-workflow, `workflow-data-proxy.js`), not only in
 * `$fromAI`.
 *
 * @param written the node's options as the user wrote them
 * @param isTool whether an AI agent runs the node
 * @throws {Problem} naming the option
 */
export function checkOwnedOptions(written: unknown, isTool: boolean): void {
	const options: Record<string, unknown> = isRecord(written) ? written : { options: written };
	for (const [name, value] of Object.entries(options)) {
		const displayName = name === 'options' ? 'Options' : OWNED[name];
		if (displayName === undefined) continue;
		// The editor saves null for a cleared number. It looks like a limit, but would limit nothing.
		if (value === null) {
			throw unsentProblem(
				`"${displayName}" is empty`,
				`Fill in "${displayName}", or remove it from "Options". Nothing was sent.`,
			);
		}
		if (!isExpression(value)) continue;
		if (!isTool && !FROM_MODEL.test(value)) continue;
		throw unsentProblem(
			`"${displayName}" is an expression that an AI model could set`,
			'Enter a fixed value. Only the workflow owner may set this option. Nothing was sent.',
		);
	}
}
