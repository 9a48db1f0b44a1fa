/** A part of the package where tests must notice every mutant, and its tests. */
export interface Area {
	/** Files in nodes/RewardsEngagement. */
	files: readonly string[];
	/** Tests in test/unit, which need no n8n. They run first. */
	unit: readonly string[];
	/** Parts of names of unit tests to leave out, because they measure time and Stryker slows them down. */
	without?: readonly string[];
	/** Tests in n8n's engine, which take seconds each. They run only for mutants that the unit tests do not notice. */
	engine: readonly string[];
}

/** The code that protects money and events. */
export const areas: Readonly<Record<string, Area>> = {
	outcomes: {
		files: ['api/outcome.ts', 'api/records.ts', 'declare/response.ts', 'errors.ts'],
		unit: ['answers', 'retry', 'response', 'problems'],
		engine: ['outcomes/errors', 'outcomes/transfer', 'outcomes/paymentOutcomes'],
	},
	http: {
		files: ['api/http.ts'],
		unit: ['http'],
		engine: ['outcomes/errors', 'troubles/slowService'],
	},
	time: { files: ['api/time.ts'], unit: ['time'], engine: ['troubles/slowService'] },
	numbers: {
		files: ['shared/json.ts', 'fields/number.ts'],
		unit: ['answers', 'fields'],
		without: ['JSON would turn'],
		engine: [],
	},
	secrets: {
		files: ['api/hide.ts', 'shared/secrets.ts'],
		unit: ['hide'],
		engine: ['outcomes/errors'],
	},
	retries: {
		files: ['api/retry.ts', 'api/rateLimit.ts'],
		unit: ['retry'],
		engine: ['retries/waits', 'load/gate'],
	},
	client: { files: ['api/client.ts'], unit: ['client'], engine: ['retries/waits', 'outcomes/transfer'] },
	gate: {
		files: ['api/gate.ts', 'api/room.ts'],
		unit: ['gate', 'gateStories'],
		engine: ['retries/waits'],
	},
	paging: { files: ['api/paging.ts'], unit: ['paging'], engine: [] },
	keys: {
		files: ['once/key.ts', 'once/runKeys.ts', 'once/executionData.ts'],
		unit: ['key', 'runKeys', 'keyStories', 'problems'],
		engine: [
			'keys/idempotencyKey',
			'keys/wantedPayments',
			'keys/claims',
			'output/toolCalls',
			'retries/correctedRetries',
			'limits/maximumTotal',
		],
	},
	journal: {
		files: ['once/journal.ts', 'once/journals.ts', 'once/keyValues.ts', 'host/row.ts'],
		unit: ['journal', 'journalRaces', 'claimEvent', 'runKeys', 'problems'],
		engine: ['keys/idempotencyKey', 'trigger/eventProcesses', 'setup/withoutStore'],
	},
	settleByHand: {
		files: ['resources/idempotencyKey/settleByHand.ts'],
		unit: ['settleByHand'],
		engine: ['keys/settledByHand'],
	},
	shared: {
		files: ['shared/canonical.ts', 'shared/batch.ts'],
		unit: ['key', 'journal'],
		engine: [],
	},
	parameters: {
		files: [
			'fields/composedText.ts',
			'fields/plainExpression.ts',
			'fields/reader.ts',
			'fields/value.ts',
			'resources/raffle/dateTime.ts',
		],
		unit: ['fieldValues', 'plainExpression', 'readItem', 'reader', 'fields'],
		engine: ['values/readParameters', 'values/composedTexts'],
	},
	keyWords: {
		files: ['run/itemKey.ts', 'once/origin.ts'],
		unit: ['readItem', 'origin'],
		engine: [
			'keys/idempotencyKey',
			'keys/wantedPayments',
			'keys/eventsWithoutPairing',
			'trigger/awardEvents',
		],
	},
	retryMemory: {
		files: ['host/retries.ts'],
		unit: [],
		engine: ['retries/retryOnFail', 'retries/failingTries'],
	},
	run: {
		files: ['run/run.ts', 'run/results.ts', 'run/windows.ts'],
		unit: [],
		engine: ['outcomes/transfer', 'load/gate', 'keys/claims', 'values/memberNames'],
	},
	send: {
		files: ['run/readItem.ts', 'run/send.ts', 'run/dryRun.ts'],
		unit: ['readItem', 'hide'],
		engine: ['outcomes/transfer', 'keys/idempotencyKey', 'limits/dryRun'],
	},
	bulk: {
		files: ['run/bulk.ts', 'run/bulkRows.ts', 'declare/bulk.ts'],
		unit: [],
		engine: ['bulk/bulk', 'bulk/bulkRows', 'bulk/bulkAnswers'],
	},
	limits: {
		files: ['run/limits.ts'],
		unit: [],
		engine: ['limits/moneyGuards', 'limits/maximumTotal'],
	},
	keyedResults: {
		files: ['run/keyedResult.ts'],
		unit: [],
		engine: ['outcomes/unknownAdvice', 'keys/idempotencyKey', 'keys/openKeys', 'output/personAndAmount'],
	},
	payments: {
		files: ['run/payment.ts', 'run/hints.ts'],
		unit: ['payment'],
		engine: ['outcomes/hints', 'keys/equalPayments'],
	},
	memberNames: {
		files: ['run/recordNames.ts', 'resources/member/findMembers.ts'],
		unit: ['findMembers'],
		engine: ['values/memberNames'],
	},
	signature: {
		files: ['resources/event/signature.ts'],
		unit: ['signature'],
		engine: [],
	},
	events: {
		files: ['resources/event/readEvent.ts', 'resources/event/eventIdentity.ts', 'once/claimEvent.ts'],
		unit: ['readEvent', 'claimEvent'],
		engine: ['trigger/trigger'],
	},
	delivery: {
		files: ['trigger/receive.ts', 'trigger/filters.ts', 'resources/event/age.ts'],
		unit: [],
		engine: ['trigger/trigger', 'trigger/triggerFilters', 'trigger/forgedDeliveries'],
	},
	registration: {
		files: ['trigger/lifecycle.ts', 'trigger/hookService.ts'],
		unit: [],
		engine: ['trigger/triggerRegistration', 'trigger/triggerCopies', 'trigger/webhookLists'],
	},
	checkSetup: {
		files: [
			'resources/realm/checkSetup.ts',
			'resources/realm/finding.ts',
			'resources/realm/webhookChecks.ts',
		],
		unit: [],
		engine: ['setup/checkSetup'],
	},
	consent: {
		files: ['consentTrigger/receive.ts'],
		unit: [],
		engine: ['consent/consentTrigger', 'consent/consentTriggerAbuse', 'consent/consentSettings'],
	},
	exports: {
		files: ['resources/export/fetchFile.ts'],
		unit: [],
		engine: ['exports/exports', 'exports/exportWaits'],
	},
	pollers: {
		files: [
			'pollTrigger/pollers/balanceChanged.ts',
			'pollTrigger/pollers/balanceReached.ts',
			'pollTrigger/pollers/exportFinished.ts',
			'pollTrigger/pollers/memberAnniversary.ts',
			'pollTrigger/pollers/memberInactive.ts',
			'pollTrigger/pollers/memberJoined.ts',
			'pollTrigger/pollers/memberReferred.ts',
			'pollTrigger/pollers/memberReturned.ts',
			'pollTrigger/pollers/memberUpdated.ts',
			'pollTrigger/pollers/purchases.ts',
			'pollTrigger/pollers/questChanged.ts',
			'pollTrigger/pollers/raffleDrawn.ts',
			'pollTrigger/pollers/rankChanged.ts',
		],
		unit: [],
		engine: [
			'poll/pollTrigger',
			'poll/polledMembers',
			'poll/polledPurchases',
			'poll/polledChanges',
			'poll/polledBalances',
			'poll/polledTimes',
			'poll/polledRanks',
		],
	},
	pollTrigger: {
		files: [
			'pollTrigger/snapshot.ts',
			'pollTrigger/pages.ts',
			'pollTrigger/timedPoller.ts',
			'pollTrigger/agePoller.ts',
			'pollTrigger/memberList.ts',
			'pollTrigger/pollState.ts',
			'pollTrigger/poller.ts',
			'pollTrigger/troubles.ts',
			'pollTrigger/dropRepeats.ts',
			'shared/times.ts',
		],
		unit: ['pollSnapshot', 'pollState', 'claimEvent'],
		engine: [
			'poll/pollTrigger',
			'poll/pollClock',
			'poll/pollLimits',
			'poll/polledMembers',
			'poll/polledPurchases',
			'poll/polledChanges',
			'poll/polledBalances',
			'poll/polledTimes',
		],
	},
	signedState: {
		files: ['shared/signedState.ts'],
		unit: ['consentState'],
		engine: ['consent/consentTrigger'],
	},
};
