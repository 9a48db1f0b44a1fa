import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { optional } from '../../fields/field';
import { locator } from '../../fields/locator';
import { metadataFrom } from '../../fields/metadata';
import { purchase } from './record';

const notes = metadataFrom({
	description: 'What to record about the fulfillment, such as a tracking number',
	example: '{ "trackingNumber": "1Z999" }',
});

export const finalizePurchase = operation({
	displayName: 'Finalize',
	action: 'Finalize purchase',
	description: 'Mark a purchase as fulfilled after you send the goods. Most likely it cannot be undone.',
	source: '4.5',
	parameters: {
		purchaseId: locator('Purchase', {
			description: 'The purchase, as the event "Purchase Completed" names it',
			search: 'searchPurchases',
			listPlaceholder: 'Select a purchase…',
			example: '64b7f1c2a9d3e45f6071829b',
		}),
		metadataFields: notes.metadataFields,
		metadata: optional(notes.metadata),
	},
	effect: 'once',
	refusesRepeats: true,
	annotations: ['metadata'],
	permission: 'store:write',
	request: ({ realmId, purchaseId, metadata = {} }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/store/purchases/${purchaseId}/finalize`,
		body: { metadata },
	}),
	response: inData(purchase),
});
