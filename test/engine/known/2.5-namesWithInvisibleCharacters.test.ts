import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const pay = async (mode: 'email' | 'username', value: string) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		input: [{ name: value }],
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: { __rl: true, mode, value: '={{ $json.name }}' },
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
		},
	});
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);
const EMAIL = 'ada@members.example';

it.each([
	['zero width space', '\u{200B}'],
	['word joiner', '\u{2060}'],
	['left-to-right mark', '\u{200E}'],
	['soft hyphen', '\u{AD}'],
])(
	'known defect 2.5: an email with a %s has no member, and the message looks right',
	async (_name, invisible) => {
		const before = stars();
		for (const email of [`${EMAIL}${invisible}`, `ada${invisible}@members.example`]) {
			const { errorItems } = await pay('email', email);
			// Right: the invisible character is dropped and Ada is paid, or the message names the character.
			expect(errorItems[0]?.json).toMatchObject({
				error: `"Member": no member has the email address ${email}`,
			});
			expect((errorItems[0]?.json.details as IDataObject).advice).toMatch(
				/^Correct it, or award people who have not/,
			);
		}
		expect(stars()).toBe(before);
	},
);

it('known defect 2.5: a decomposed username has no member, and the message looks right', async () => {
	const realm = service.state.realms.get(service.realmId)!;
	realm.members.get(service.ids.members.ada)!.username = 'jos\u{E9}';
	const before = stars();
	const { errorItems } = await pay('username', 'jose\u{301}');
	// Right: composed and decomposed letters are the same name (NFC), and Ada is paid.
	expect(errorItems[0]?.json).toMatchObject({ error: '"Member": no member has the username jose\u{301}' });
	expect(stars()).toBe(before);
});
