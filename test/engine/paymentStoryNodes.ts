import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { nodeTypes, PassThrough } from './nodeTypes';

/**
 * Outputs the lists of its items as items with their event and delivery. It can be limited to one event, and can add an
 * item that a Code node leaves out.
 */
export const SPLIT_ALL = 'test.splitAll';
/** Makes n8n save the execution, and continue with the saved data. */
export const WAIT = 'test.wait';

const described = (name: string, more: Partial<INodeType['description']> = {}): INodeType['description'] => ({
	...new PassThrough(name).description,
	...more,
});

const own: Record<string, INodeType> = {
	[SPLIT_ALL]: {
		description: described('splitAll', {
			properties: [
				{ displayName: 'Event', name: 'event', type: 'string', default: '' },
				{ displayName: 'Has Heading', name: 'hasHeading', type: 'boolean', default: false },
			],
		}),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const only = this.getNodeParameter('event', 0) as string;
			const heading = this.getNodeParameter('hasHeading', 0) === true ? [{ json: { isLeftOut: true } }] : [];
			const items = this.getInputData().flatMap(({ json: { eventId, list } }, item) =>
				only !== '' && eventId !== only
					? []
					: (list as IDataObject[]).map((entry) => ({
							json: { ...entry, event: eventId, delivery: item },
							pairedItem: { item },
						})),
			);
			return [[...heading, ...items]];
		},
	},
	[WAIT]: {
		description: described('wait'),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			await this.putExecutionToWait(new Date(0));
			return [this.getInputData()];
		},
	},
};

/** The node types of the stories. */
export const storyTypes: INodeTypes = {
	...nodeTypes,
	getByName: (name) => own[name] ?? nodeTypes.getByName(name),
	getByNameAndVersion: (name) => own[name] ?? nodeTypes.getByNameAndVersion(name),
};
