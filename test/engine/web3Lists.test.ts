import type { INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { panelContext } from './panelContext';
import { useService } from './sandbox';

const service = useService();

/** Reads a list like the editor, which sends the values of the panel. */
async function list(method: string, shown: INodeParameters = {}, filter?: string) {
	const context = panelContext(service.credential(), shown);
	return (await registry.listSearch[method]!.call(context, filter)).results;
}

it('activations are listed by what they are called, with chain and type', async () => {
	const { activations, tokens } = service.ids;
	expect(await list('searchActivations')).toEqual([
		{ name: 'Lamp keepers (ethereum, nft)', value: activations.lampKeepers },
		{ name: 'Harbour badges (polygon, erc1155)', value: activations.badges },
		{ name: `${tokens.oil.address} (ethereum, token)`, value: activations.oil },
	]);
	expect(await list('searchActivations', {}, ' POLYGON')).toMatchObject([{ value: activations.badges }]);
	expect(await list('searchActivations', {}, activations.oil)).toMatchObject([{ value: activations.oil }]);
	expect(await list('searchActivations', {}, 'no such activation')).toEqual([]);
});

it('configs are those of the chosen activation, with the address that they call', async () => {
	const { activations, activationConfigs } = service.ids;
	expect(await list('searchActivationConfigs', { activationId: byId(activations.lampKeepers) })).toEqual([
		{ name: `generator (${activationConfigs.generator})`, value: activationConfigs.generator },
		{ name: 'sales https://receiver.example/sales', value: activationConfigs.sales },
	]);
	expect(await list('searchActivationConfigs', { activationId: byId(activations.oil) })).toEqual([]);
	await expect(list('searchActivationConfigs')).rejects.toThrow('Choose the activation first');
	await expect(list('searchActivationConfigs', { activationId: byId('={{ $json.none }}') })).rejects.toThrow(
		'Choose the activation first',
	);
});

describe('a field of several NFTs or activations', () => {
	const node = new RewardsEngagement();
	const options = async (method: string, shown: INodeParameters) =>
		await node.methods.loadOptions[method]!.call(panelContext(service.credential(), shown));

	it('offers the NFTs of the chosen activation', async () => {
		const shown = await options('searchActivationNfts', { activationId: byId(service.ids.activation) });
		expect(shown).toContainEqual({ name: 'Lamp keeper #7', value: service.ids.lampKeepers['7'] });
		expect(new Set(shown.map(({ value }) => value))).toEqual(new Set(Object.values(service.ids.lampKeepers)));
		await expect(options('searchActivationNfts', {})).rejects.toThrow('Choose the activation first');
		expect(await options('searchActivationNfts', { activationId: byId('gone') })).toEqual([]);
	});

	it('offers the NFTs of the chosen member', async () => {
		const shown = await options('searchMemberNfts', { serviceId: byId(service.ids.members.ada) });
		expect(shown.length).toBeGreaterThan(0);
		const known = service.state.nfts.map(({ id }) => id);
		expect(known).toEqual(expect.arrayContaining(shown.map(({ value }) => value)));
		await expect(options('searchMemberNfts', {})).rejects.toThrow('Choose the member first');
	});

	it('offers the activations', async () =>
		expect(await options('searchActivations', {})).toHaveLength(Object.keys(service.ids.activations).length));
});

describe('an installation that does not offer them', () => {
	const missing = (operation: string) =>
		service.control.addFault({
			operation,
			kind: 'status',
			status: 404,
			body: { error: 'Not Found', message: 'Route not found' },
		});

	it('is told of in the lists', async () => {
		missing('activation.getMany');
		missing('activationConfig.getMany');
		await expect(list('searchActivations')).rejects.toThrow('does not offer a list of activations');
		await expect(
			list('searchActivationConfigs', { activationId: byId(service.ids.activation) }),
		).rejects.toThrow('does not offer a list of configs, or your choice above no longer exists');
	});

	it.each([
		['activation.getMany', 'This installation of the service does not offer activations of NFTs and tokens.'],
		['activation.get', 'There is no such activation, or this installation of the service does not offer'],
		[
			'activationConfig.getMany',
			'or this installation of the service does not offer configs of activations.',
		],
		[
			'memberWeb3.getBalances',
			'or this installation of the service does not offer NFTs and tokens of members.',
		],
	])('is told of by %s', async (name, words) => {
		missing(name);
		const [resource = '', operation = ''] = name.split('.');
		const { errorItems } = await runNode({
			credential: service.credential(),
			parameters: {
				resource,
				operation,
				activationId: byId(service.ids.activation),
				serviceId: byId(service.ids.members.ada),
			},
			onError: 'continueErrorOutput',
		});
		expect(errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining(words) as unknown,
		});
	});
});
