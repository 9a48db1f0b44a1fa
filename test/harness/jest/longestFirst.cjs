const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The suites that take more than half a minute, the longest first. If they started later, they would end long after
 * all others.
 */
const LONGEST = [
	'engine/eventLoop',
	'project/contributing',
	'engine/ledger',
	'engine/pollFaults',
	'engine/manyItems',
	'e2e/installByName',
	'e2e/pollTrigger',
	// The two about exports wait for n8n most of their time.
	'e2e/exportWaits',
	'e2e/queueInstall',
	'e2e/exportWaitsInQueueMode',
	'e2e/killedPayout',
	'e2e/exampleWorkflows',
	'e2e/lifecycle',
	'e2e/consent',
	'e2e/devServer',
	'e2e/offloadedExecutions',
	'e2e/approvalsAndQueues',
	'e2e/exampleCanvases',
	'e2e/agentTools',
	'e2e/reportedSituations',
];

/**
 * Jest's own order, after the longest suites. Jest starts with suites that failed or took long last time, else with
 * the largest file.
 */
module.exports = class LongestFirst extends Sequencer {
	async sort(tests) {
		const placeOf = ({ path }) => {
			const place = LONGEST.findIndex((name) => path.endsWith(`test/${name}.test.ts`));
			return place < 0 ? LONGEST.length : place;
		};
		return (await super.sort(tests)).toSorted((one, other) => placeOf(one) - placeOf(other));
	}
};
