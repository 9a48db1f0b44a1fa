import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

it('known defect 4.10: an award that was made reads as one that could not be processed', async () => {
	const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);
	const before = stars();
	service.control.addFault({ operation: 'member.updateBalance', kind: 'status', status: 502, when: 'after' });
	const { errorItems } = await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(service.ids.members.ada),
			currencyId: byId(service.ids.currencies.stars),
			amount: 100,
		},
	});
	expect(stars()).toBe(before + 100);
	const { error, details } = errorItems[0]!.json as { error: string; details: { advice: string } };
	// Right: the error is "Outcome unknown: the service answered with error 502". The advice names the amount and the
	// member, and says when to use Confirm and when Release.
	expect(error).toBe('Outcome unknown: the service could not process the request (status 502)');
	expect(details.advice).toMatch(
		/^The service may or may not have processed this request\. Check the service before/,
	);
	expect(details.advice).not.toMatch(/100|Stars|Confirm|Release/);
});
