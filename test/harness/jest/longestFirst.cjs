const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The suites that run first, in this order. All but the first take more than half a minute. If they started later,
 * they would end long after all others.
 */
const FIRST = [
	// In a worker that has run other suites, V8 lost a few of the function calls that it counts.
	'engine/load/functionCalls',
	'engine/load/eventLoop',
	'project/contributing.daily',
	'engine/outcomes/ledger',
	'engine/poll/pollFaults.daily',
	'engine/load/manyItems',
	'e2e/installByName.daily',
	'e2e/polledModes.daily',
	'e2e/lifecycle',
	'e2e/pollTrigger',
	// It waits for n8n most of its time.
	'e2e/exports.daily',
	'e2e/queueInstall.daily',
	'e2e/killedPayout',
	'e2e/exampleWorkflows.daily',
	'e2e/consent',
	'e2e/devServer.daily',
	'e2e/offloadedExecutions.daily',
	'e2e/approvalsAndQueues.daily',
	'e2e/exampleCanvases.daily',
	'e2e/agentTools',
	'e2e/reportedSituations.daily',
];

/**
 * Jest's own order, after these suites. Jest starts with suites that failed or took long last time, else with
 * the largest file.
 */
module.exports = class LongestFirst extends Sequencer {
	async sort(tests) {
		const placeOf = ({ path }) => {
			const place = FIRST.findIndex((name) => path.endsWith(`test/${name}.test.ts`));
			return place < 0 ? FIRST.length : place;
		};
		return (await super.sort(tests)).toSorted((one, other) => placeOf(one) - placeOf(other));
	}
};
