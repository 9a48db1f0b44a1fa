import {
	NodeConnectionTypes,
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';

export const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';
/** The node as the tool of an agent: n8n makes such a type from every node that can be a tool. */
export const TOOL = `${NODE}Tool`;
export const TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger';
export const POLL_TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementPollTrigger';
export const CONSENT_TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementConsentTrigger';

/** Takes the place of any node before ours: it passes on the engine's input. */
export const START = 'test.start';

/** Takes the place of the node after ours, so that the engine passes real items there. */
export const NEXT = 'test.next';

/** Outputs its items one by one on its second output, like n8n's Loop Over Items, and all at the end on its first. */
export const LOOP = 'test.loop';

/** Outputs the list in its item as items, like n8n's Split Out. */
export const SPLIT = 'test.split';

/** Puts the items of its two inputs one after another, like n8n's Merge. */
export const MERGE = 'test.merge';

/**
 * Takes the place of an If node that leads failed items back. Items that were not applied go to its first output, as
 * often as their `again` says. All others go to its second one. With `isDaring`, it also leads back items with an
 * unknown outcome.
 */
export const AGAIN = 'test.again';

/** Outputs new items for those without `isLeftOut`, like a Code node that filters. n8n cannot tell their source. */
export const CODE = 'test.code';

/**
 * Calls its tool once for each item, like n8n's AI Agent before version 3. Its model is away after a number of calls, and
 * then it fails.
 */
export const AGENT = 'test.agent';

/** Take the place of n8n's own nodes of these names. Only their type matters. */

/** Makes its execution wait, like n8n's Wait. */
export const WAIT = 'test.wait';

export const WEBHOOK = 'test.webhook';
export const FORM = 'test.form';
export const CHAT_TRIGGER = 'test.chatTrigger';
export const SCHEDULE = 'test.scheduleTrigger';
export const CALLED = 'test.executeWorkflowTrigger';

/** Outputs its input. Other nodes of tests take their description from it. */
export class PassThrough implements INodeType {
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

class Loop implements INodeType {
	description: INodeType['description'] = {
		...new PassThrough('loop').description,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		usableAsTool: true,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const kept = this.getContext('node') as { left?: INodeExecutionData[]; done?: INodeExecutionData[] };
		// Each item keeps its source in the run in which it arrived, as in n8n's node.
		const sourceOverwrite = { ...this.getInputSourceData() };
		const came = this.getInputData().map(({ json }, item) => ({
			json,
			pairedItem: { item, sourceOverwrite },
		}));
		if (kept.left) kept.done?.push(...came);
		kept.left ??= came;
		kept.done ??= [];
		const next = kept.left.shift();
		return next ? [[], [next]] : [kept.done, []];
	}
}

/** n8n drops parameters that its type does not have. */
class Schedule extends PassThrough {
	constructor(name: string) {
		super(name);
		const rule = { displayName: 'Rule', name: 'rule', type: 'json', default: {} } as const;
		this.description.properties.push(rule);
	}
}

class Webhook extends PassThrough {
	constructor() {
		super('webhook');
		const name = 'responseMode';
		this.description.properties = [{ displayName: name, name, type: 'options', default: 'onReceived' }];
	}
}

class Wait extends PassThrough {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		await this.putExecutionToWait(WAIT_INDEFINITELY);
		return [this.getInputData()];
	}
}

class Split extends PassThrough {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const list = this.getInputData()[0]?.json.list as IDataObject[];
		return [list.map((json) => ({ json, pairedItem: { item: 0 } }))];
	}
}

class Merge extends PassThrough {
	constructor() {
		super('merge');
		this.description = { ...this.description, inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] };
	}

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = [0, 1].flatMap((input) =>
			(this.getInputData(input) ?? []).map(({ json }, item) => ({ json, pairedItem: { item, input } })),
		);
		return [items];
	}
}

class Again extends PassThrough {
	constructor() {
		super('again');
		this.description = { ...this.description, outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] };
	}

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const back: INodeExecutionData[] = [];
		const others: INodeExecutionData[] = [];
		this.getInputData().forEach(({ json: { error, details, ...json } }, item) => {
			const { outcome } = (details ?? {}) as { outcome?: string };
			const again = Number(json.again ?? 0);
			const isBack = again > 0 && (outcome === 'notApplied' || json.isDaring === true);
			const left = { json: { ...json, again: again - 1 }, pairedItem: { item } };
			if (isBack) back.push(left);
			else others.push({ json: { ...json, error, details }, pairedItem: { item } });
		});
		return [back, others];
	}
}

class Code extends PassThrough {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData().flatMap(({ json }) => (json.isLeftOut === true ? [] : { json }))];
	}
}

class Agent implements INodeType {
	description: INodeType['description'] = {
		...new PassThrough('agent').description,
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		properties: [{ displayName: 'Fails After', name: 'failsAfter', type: 'number', default: -1 }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const tools = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const [tool] = tools as Array<{ invoke(input: object): Promise<string> }>;
		const failsAfter = this.getNodeParameter('failsAfter', 0) as number;
		const told: INodeExecutionData[] = [];
		const checkModel = () => {
			if (told.length === failsAfter) throw new Error('The model is away');
		};
		for (const [item, { json }] of this.getInputData().entries()) {
			checkModel();
			const { to, amount } = json;
			const [answer] = JSON.parse(await tool!.invoke({ to, amount: Number(amount) })) as IDataObject[];
			// A call that was not made because of a cancel has no result.
			if (answer) told.push({ json: answer, pairedItem: { item } });
		}
		checkModel();
		return [told];
	}
}

function asTool(node: INodeType): INodeType {
	const { description } = node;
	const outputs = [NodeConnectionTypes.AiTool];
	return Object.assign(node, { description: { ...description, name: `${description.name}Tool`, outputs } });
}

const types: Record<string, INodeType> = {
	[NODE]: new RewardsEngagement(),
	[TOOL]: asTool(new RewardsEngagement()),
	[TRIGGER]: new RewardsEngagementTrigger(),
	[POLL_TRIGGER]: new RewardsEngagementPollTrigger(),
	[CONSENT_TRIGGER]: new RewardsEngagementConsentTrigger(),
	[START]: new PassThrough('start'),
	[NEXT]: new PassThrough('next'),
	[LOOP]: new Loop(),
	[SPLIT]: new Split('split'),
	[MERGE]: new Merge(),
	[AGAIN]: new Again(),
	[WAIT]: new Wait('wait'),
	[WEBHOOK]: new Webhook(),
	[FORM]: new PassThrough('form'),
	[CHAT_TRIGGER]: new PassThrough('chatTrigger'),
	[SCHEDULE]: new Schedule('scheduleTrigger'),
	[CALLED]: new PassThrough('executeWorkflowTrigger'),
	[CODE]: new Code('code'),
	[AGENT]: new Agent(),
};

/** The node types the engine knows in these tests. */
export const nodeTypes: INodeTypes = {
	getByName: typeNamed,
	getByNameAndVersion: typeNamed,
	getKnownTypes: (): IDataObject => ({}),
};

/** The same types with a replacement for our node. */
export function withNode(node: INodeType): INodeTypes {
	const get = (name: string) => (name === NODE ? node : typeNamed(name));
	return { ...nodeTypes, getByName: get, getByNameAndVersion: get };
}

function typeNamed(name: string): INodeType {
	const type = types[name];
	if (!type) throw new Error(`The engine was asked for an unknown node type: ${name}`);
	return type;
}
