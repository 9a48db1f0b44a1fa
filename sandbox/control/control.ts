import { expireCode, issueCode } from '../resources/consent/consent';
import type { Delivery } from '../resources/webhook/deliveries';
import type { FaultPlan } from '../faults/faultPlan';
import type { Fault, FaultRequest } from '../faults/faults';
import * as happenings from '../activity';
import type { Account, Entry } from '../ledger';
import type { RateLimit } from '../rateLimit';
import type { Sandbox } from '../sandbox';
import { ids } from '../seed';
import { find, type ConsentApp, type Member, type Purchase, type Realm } from '../state';

export interface LedgerView {
	accounts: Account[];
	/** Sum over all accounts of all currencies; always 0. */
	sum: number;
	entries: Entry[];
}

export type ConsentRules = Partial<Pick<ConsentApp, 'returnsState' | 'comparesQuery'>>;

/** Makes things happen in the seeded realm. The HTTP control API calls the same functions. */
export interface Control {
	/** Pays the quest's rewards and sends `quest.completed` and `member.points.awarded`. */
	completeQuest(questId: string, memberId: string): Delivery[];
	startQuest(questId: string, memberId: string): Delivery[];
	joinMember(username: string): Member;
	leaveMember(memberId: string): Delivery[];
	buyItem(storeItemId: string, memberId: string): Purchase;
	/** Sends an event of any type with any data. */
	emit(type: string, data: Record<string, unknown>): Delivery[];
	ledger(): LedgerView;
	deliveries(): readonly Delivery[];
	/** Sends the bytes of an earlier delivery once more. */
	repeatDelivery(deliveryId: string): Delivery | undefined;
	/** Resolves when no delivery is under way or waiting for a retry. */
	settled(): Promise<void>;
	/** What approving the consent page does. @returns the code the app can exchange */
	consent(clientId: string, memberId: string): string;
	/** Lets a consent code run out at once. */
	expireCode(code: string): void;
	/** Registers where an app wants people sent after the consent page. */
	setRedirectUri(clientId: string, redirectUri: string): void;
	/** Says how the consent page treats an app, where services of this kind differ. */
	setConsentRules(clientId: string, rules: ConsentRules): void;
	addFault(fault: FaultRequest): Fault;
	faults(): Fault[];
	/** Switches one fault off, or all of them and the plan. */
	clearFaults(id?: string): void;
	/** Faults for the requests that no switched-on fault hits. */
	setFaultPlan(plan: FaultPlan | undefined): void;
	setRateLimit(rate: RateLimit | undefined): void;
	reset(): Promise<void>;
}

/** The control functions of a sandbox. */
export function createControl(sandbox: Sandbox): Control {
	// Looked up on every call: a reset replaces the state.
	const realm = (): Realm => find(sandbox.state.realms, ids.realm, 'realm');
	return {
		completeQuest: (questId, memberId) => happenings.completeQuest(sandbox, realm(), questId, memberId),
		startQuest: (questId, memberId) => happenings.startQuest(sandbox, realm(), questId, memberId),
		joinMember: (username) => happenings.joinMember(sandbox, realm(), username),
		leaveMember: (memberId) => happenings.leaveMember(sandbox, realm(), memberId),
		buyItem: (storeItemId, memberId) => happenings.buyItem(sandbox, realm(), storeItemId, memberId),
		emit: (type, data) => sandbox.emit(realm(), type, data),
		ledger: () => {
			const { ledger } = realm();
			return { accounts: ledger.accounts(), sum: ledger.sum(), entries: [...ledger.entries] };
		},
		deliveries: () => sandbox.deliveries.all,
		repeatDelivery: (deliveryId) => sandbox.deliveries.repeat(deliveryId),
		settled: () => sandbox.deliveries.settled(),
		consent: (clientId, memberId) => {
			const { state } = sandbox;
			const app = find(state.apps, clientId, 'app');
			return issueCode(state, app, find(realm().members, memberId, 'member').id, app.redirectUri);
		},
		expireCode: (code) => expireCode(sandbox.state, code),
		setRedirectUri: (clientId, redirectUri) => {
			find(sandbox.state.apps, clientId, 'app').redirectUri = redirectUri;
		},
		setConsentRules: (clientId, rules) => {
			Object.assign(find(sandbox.state.apps, clientId, 'app'), rules);
		},
		addFault: (fault) => sandbox.faults.add(fault),
		faults: () => sandbox.faults.list(),
		clearFaults: (id) => sandbox.faults.clear(id),
		setFaultPlan: (plan) => sandbox.faults.setPlan(plan),
		setRateLimit: (rate) => sandbox.setRateLimit(rate),
		reset: () => sandbox.reset(),
	};
}
