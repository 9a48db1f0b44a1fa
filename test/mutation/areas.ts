/** A part of the package whose every change must be noticed, and the tests that are there to notice it. */
export interface Area {
	/** Below nodes/RewardsEngagement. */
	files: readonly string[];
	/** Jest's paths of the tests that need no n8n; they are asked first. */
	unit: readonly string[];
	/** Tests in n8n's engine, seconds each: asked only for what the others let pass. */
	engine: readonly string[];
}

/** What guards money and events. */
export const areas: Readonly<Record<string, Area>> = {
	outcomes: {
		files: ['api/outcome.ts', 'api/http.ts', 'shared/json.ts'],
		unit: ['outcome', 'http', 'json', 'retryPolicy', 'confirms'],
		engine: ['errors', 'transfer', 'outcome'],
	},
	retries: {
		files: ['api/retryPolicy.ts', 'api/rateLimit.ts', 'api/client.ts'],
		unit: ['retryPolicy', 'rateLimit', 'concurrencyLimiter', 'limiterModel'],
		engine: ['errors', 'concurrencyLimiter', 'transfer'],
	},
	limiter: {
		files: ['api/concurrencyLimiter.ts'],
		unit: ['concurrencyLimiter', 'limiterModel', 'rateLimit'],
		engine: ['concurrencyLimiter'],
	},
	paging: { files: ['api/paging.ts'], unit: ['paging'], engine: ['paging', 'search'] },
	keys: {
		files: [
			'idempotency/automaticKey.ts',
			'idempotency/keyStore.ts',
			'idempotency/processedData.ts',
			'idempotency/userKey.ts',
		],
		unit: ['automaticKey', 'keyStore', 'userKey'],
		engine: ['onceKey', 'automaticKey', 'repeatProtection'],
	},
	retryMemory: { files: ['idempotency/retryMemory.ts'], unit: ['retryMemory'], engine: ['retryOnFail'] },
	runner: {
		files: ['run/itemRunner.ts'],
		unit: ['itemRunner'],
		engine: ['transfer', 'mergedSearches', 'items'],
	},
	signature: { files: ['trigger/signature.ts'], unit: ['signature'], engine: ['trigger'] },
	events: {
		files: ['trigger/event.ts', 'trigger/deduplicate.ts', 'trigger/seenEvents.ts'],
		unit: ['event', 'seenEvents'],
		engine: ['trigger'],
	},
	signedState: { files: ['shared/signedState.ts'], unit: ['consentState'], engine: ['consentTrigger'] },
};
