const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites of more than half a minute, which would otherwise end long after all others. The longest first. */
const LONGEST = [
	'engine/eventLoop',
	'project/contributing',
	'engine/ledger',
	'engine/pollFaults',
	'engine/manyItems',
	'e2e/pollTrigger',
	'e2e/killedPayout',
	'e2e/exampleWorkflows',
	'e2e/lifecycle',
	'e2e/consent',
	'e2e/devServer',
	'e2e/offloadedExecutions',
	'e2e/approvalsAndQueues',
	'e2e/exampleCanvases',
	'e2e/agentTools',
];

/** Jest's order (what failed or took long the last time, else the largest file), behind the longest suites. */
module.exports = class LongestFirst extends Sequencer {
	async sort(tests) {
		const placeOf = ({ path }) => {
			const place = LONGEST.findIndex((name) => path.endsWith(`test/${name}.test.ts`));
			return place < 0 ? LONGEST.length : place;
		};
		return (await super.sort(tests)).toSorted((one, other) => placeOf(one) - placeOf(other));
	}
};
