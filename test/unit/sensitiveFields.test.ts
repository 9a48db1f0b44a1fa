import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';

const { sensitiveOutputFields = [] } = new RewardsEngagement().description;

it('n8n is told of every field that is as good as a key, wherever an item may have it', () => {
	for (const name of ['secret', 'blobUrl']) {
		for (const place of ['', 'data.', 'data[*].', 'firstRun.json.', 'details.answer.']) {
			expect(sensitiveOutputFields).toContain(`${place}${name}`);
		}
	}
});

it.each(registry.remoteOperations.map((operation) => [`${operation.resource}.${operation.name}`, operation]))(
	'no record of %s has a field that sounds like one and is not told of',
	(_name, { response }) => {
		if (response.kind === 'done') return;
		const fields = Object.keys((Reflect.get(response.record, 'shape') as object | undefined) ?? {});
		// A "token" by itself is one of a chain, which everybody may see.
		const suspicious = fields.filter((field) =>
			/secret|.token$|password|apikey|(blob|file|download)url/i.test(field),
		);
		expect(sensitiveOutputFields).toEqual(expect.arrayContaining(suspicious));
	},
);
