import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const finalize = async (purchaseId: string) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		parameters: { resource: 'purchase', operation: 'finalize', purchaseId: byId(purchaseId) },
	});
const purchases = () => service.state.realms.get(service.realmId)!.purchases;
/** A purchase that is not finalized. */
const open = () => [...purchases().values()].find(({ isFinalized }) => !isFinalized)!.id;
const CONFLICT = {
	error: 'Outcome unknown: the service reported a conflict: The purchase is already finalized',
	details: { outcome: 'unknown', status: 409, idempotencyKey: expect.any(String) as string },
};

it('known defect 4.11: to finalize twice has an unknown outcome, although the answer is clear', async () => {
	const id = open();
	expect((await finalize(id)).items).toMatchObject([{ json: { id, isFinalized: true } }]);
	const { errorItems } = await finalize(id);
	// Right: the outcome is notApplied, because the answer says that nothing changed, and no key stays open.
	expect(errorItems).toMatchObject([{ json: CONFLICT }]);
});

it('known defect 4.11: to run it again after a lost answer has an unknown outcome again', async () => {
	const id = open();
	service.control.addFault({ operation: 'purchase.finalize', kind: 'drop', when: 'after', times: 1 });
	expect((await finalize(id)).errorItems).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
	const { errorItems } = await finalize(id);
	// Right: the answer says that the purchase is finalized, so this run says that nothing changed.
	expect(errorItems).toMatchObject([{ json: CONFLICT }]);
	expect(purchases().get(id)).toMatchObject({ isFinalized: true });
});
