// Falls with nodes/RewardsEngagement/consentTrigger/allowance.ts.

import {
	Allowance,
	MAX_IN_ALL,
	MAX_OF_ADDRESS,
} from '../../nodes/RewardsEngagement/consentTrigger/allowance';

const state = { nonce: 'n', expiresAt: Infinity };
const enter = (allowance: Allowance, times: number, address: (n: number) => string, isSigned = false) =>
	Array.from({ length: times }, (_unused, n) =>
		allowance.enter({ address: address(n), ...(isSigned && { state }) }),
	).filter((leave) => leave !== undefined);

it('an address has its own places, and gets them back', () => {
	const allowance = new Allowance();
	const places = enter(allowance, 100, () => '192.0.2.1');
	expect(places).toHaveLength(MAX_OF_ADDRESS);
	expect(enter(allowance, 1, () => '192.0.2.2')).toHaveLength(1);
	places[0]!();
	expect(enter(allowance, 2, () => '192.0.2.1')).toHaveLength(1);
});

it('all addresses together have a limit, which does not hold for signed states', () => {
	const allowance = new Allowance();
	const many = 2 * MAX_IN_ALL;
	const places = enter(allowance, many, (n) => `2001:db8::${n.toString(16)}`);
	expect(places).toHaveLength(MAX_IN_ALL);
	const signed = enter(allowance, many, () => '192.0.2.1', true);
	expect(signed).toHaveLength(many);
	for (const leave of [...signed, ...places]) leave();
	expect(enter(allowance, many, (n) => `2001:db8::${n.toString(16)}`)).toHaveLength(MAX_IN_ALL);
});
