import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';

export const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';
export const TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger';
export const CONSENT_TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementConsentTrigger';

/** Stands for whatever node comes before ours: it passes on what the engine starts it with. */
export const START = 'test.start';

/** Stands for the node after ours, so that the engine computes what really arrives there. */
export const NEXT = 'test.next';

class PassThrough implements INodeType {
	description: INodeType['description'];

	constructor(name: string) {
		this.description = {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: 'Passes its items on',
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		};
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

const types: Record<string, INodeType> = {
	[NODE]: new RewardsEngagement(),
	[TRIGGER]: new RewardsEngagementTrigger(),
	[CONSENT_TRIGGER]: new RewardsEngagementConsentTrigger(),
	[START]: new PassThrough('start'),
	[NEXT]: new PassThrough('next'),
};

/** The node types the engine knows in these tests. */
export const nodeTypes: INodeTypes = {
	getByName: typeNamed,
	getByNameAndVersion: typeNamed,
	getKnownTypes: (): IDataObject => ({}),
};

/** The same types with another one in the place of the node. */
export function withNode(node: INodeType): INodeTypes {
	const get = (name: string) => (name === NODE ? node : typeNamed(name));
	return { ...nodeTypes, getByName: get, getByNameAndVersion: get };
}

function typeNamed(name: string): INodeType {
	const type = types[name];
	if (!type) throw new Error(`The engine was asked for an unknown node type: ${name}`);
	return type;
}
