import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * Loads the code that handles a request to a webhook. While n8n updates the package, its files are away. n8n would
 * record the error as an execution without the event, and a retry of that could pay (n8n, `live-webhooks.js`).
 *
 * @param message the response with status 503
 * @returns `undefined` after the response
 */
export async function loadOrRefuse<Code>(
	context: IWebhookFunctions,
	load: () => Promise<Code>,
	message: string,
): Promise<Code | undefined> {
	try {
		return await load();
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		context.logger.warn(`Responded with status 503 for "${context.getNode().name}": ${why}`);
		context.getResponseObject().status(503).json({ message });
		return undefined;
	}
}
