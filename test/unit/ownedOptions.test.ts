// Falls with nodes/RewardsEngagement/run/ownedOptions.ts.

import { checkOwnedOptions } from '../../nodes/RewardsEngagement/run/ownedOptions';

const WRITINGS = [
	"={{ $fromAI('limit') }}",
	"={{ $fromai('limit') }}",
	"={{ Math.max(1, $fromAi('limit', 'the limit', 'number')) }}",
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Maximum_Total', ``, 'number') }}",
];

it.each(WRITINGS)('what a model fills in sets no limit: %s', (written) => {
	for (const name of ['maximumAmount', 'maximumTotal', 'dryRun']) {
		for (const isTool of [true, false]) {
			expect(() => checkOwnedOptions({ [name]: written }, isTool)).toThrow(
				/is an expression that an AI model could set$/,
			);
		}
	}
	expect(() => checkOwnedOptions(written, false)).toThrow('"Options" is an expression');
});

it('in a tool no expression sets a limit, as every one may read what the model gave', () => {
	expect(() => checkOwnedOptions({ maximumTotal: '={{ $json.limit }}' }, true)).toThrow(
		'"Maximum Total per Execution" is',
	);
	expect(() => checkOwnedOptions('={{ $json }}', true)).toThrow('"Options" is');
	expect(() => checkOwnedOptions({ maximumTotal: 100, dryRun: true }, true)).not.toThrow();
});

it('none that is there is empty, wherever the node runs', () => {
	for (const isTool of [true, false]) {
		expect(() => checkOwnedOptions({ maximumTotal: null }, isTool)).toThrow(
			'"Maximum Total per Execution" is empty',
		);
		expect(() => checkOwnedOptions({ dryRun: null }, isTool)).toThrow('"Dry Run" is empty');
		expect(() => checkOwnedOptions({ retries: null, maximumTotal: undefined }, isTool)).not.toThrow();
	}
});

it('elsewhere an expression may', () => {
	expect(() => checkOwnedOptions({ maximumTotal: '={{ $json.limit }}' }, false)).not.toThrow();
});

it('other options are no limits', () => {
	expect(() => checkOwnedOptions({ retries: "={{ $fromAI('retries') }}" }, true)).not.toThrow();
	expect(() => checkOwnedOptions({}, true)).not.toThrow();
	expect(() => checkOwnedOptions(undefined, true)).not.toThrow();
});
