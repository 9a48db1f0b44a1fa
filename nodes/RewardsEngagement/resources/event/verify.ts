import { localOperation, type LocalCall } from '../../declare/operation';
import { bare } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { claimAfterOthers, UNSETTLED } from '../../once/claimEvent';
import { secretLines } from '../../shared/secrets';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import * as fields from './fields';
import { readEvent } from './readEvent';
import { emittedEvent } from './record';
import { verifyAnySignature } from './signature';

/**
 * For an event that did not come to the trigger. It may come to n8n's Webhook node, or through a queue after a
 * gateway that acknowledges deliveries. The signature is the one in API document, section 6.1.
 */
export const verifyEvent = localOperation({
	displayName: 'Verify',
	action: 'Verify event',
	description: 'Verify an event from a Webhook node or a queue. Items with a wrong signature fail.',
	parameters: {
		bodyFrom: fields.bodyFrom,
		binaryPropertyName: fields.binaryPropertyName,
		rawBody: fields.rawBody,
		signature: fields.signature,
	},
	options: { deduplicateBy: fields.deduplicateBy },
	realm: false,
	isParallel: true,
	run: async (call) => {
		const { context, values, connection } = call;
		const secrets = secretLines(connection.credential.data?.webhookSecret);
		if (secrets.length === 0) {
			throw unsentProblem(
				'The credential has no webhook secret',
				'Enter the secret of the webhook as "Webhook Secret" in the credential, one per line.',
			);
		}
		const body = await bodyOf(call);
		await yieldToEventLoop();
		if (!(await verifyAnySignature(body, values.signature, secrets))) {
			throw unsentProblem(
				'Do not use this event: its signature is missing or wrong',
				'If it is from the service, pass the body byte for byte (Webhook option "Raw Body") and the whole header. Then check "Webhook Secret" in the credential.',
			);
		}
		const { deduplicateBy = 'off' } = values;
		const event = readEvent(body, deduplicateBy);
		if (!event) {
			throw unsentProblem(
				'The body is signed, but it is not a valid event: it is not JSON or has no type',
				'Check which webhook of the service sends it.',
			);
		}
		// Like in the trigger, a test execution neither drops nor records anything.
		if (deduplicateBy === 'off' || context.getMode() === 'manual') return [{ json: event }];
		const claim = await claimAfterOthers(context, event.eventId, 'whenFinished');
		if (claim === 'unsettled') throw unsentProblem(UNSETTLED.message, UNSETTLED.advice);
		return claim === 'mine' ? [{ json: event }] : [];
	},
	response: bare(emittedEvent),
});

type VerifyCall = LocalCall<{ bodyFrom: string; binaryPropertyName?: string; rawBody?: string }>;

async function bodyOf({ context, itemIndex, values }: VerifyCall): Promise<Buffer> {
	const { bodyFrom, binaryPropertyName = 'data', rawBody } = values;
	if (bodyFrom === 'text') {
		if (rawBody !== undefined) return Buffer.from(rawBody, 'utf8');
		throw unsentProblem('"Raw Body" is empty', 'Enter the unchanged body as text in "Raw Body".');
	}
	if (context.getInputData()[itemIndex]?.binary?.[binaryPropertyName] === undefined) {
		throw unsentProblem(
			`This item has no binary data "${binaryPropertyName}"`,
			'In a Webhook node, turn on the option "Raw Body". Otherwise, set "Body From" to Text.',
		);
	}
	return await context.helpers.getBinaryDataBuffer(itemIndex, binaryPropertyName);
}
