import { z } from 'zod';
import type { Delivery } from '../base/deliveries';
import { notFound } from '../base/errors';
import { realmIds } from '../base/ids';
import { find, type Realm } from '../base/state';
import { faultPlan, faultRequest } from '../faults/fault';
import { expireCode, issueCode } from '../resources/consent/codes';
import { joinMember, leaveMember, noteActivity } from '../resources/member/activity';
import { answerShare, offerShare } from '../resources/currencyShare/shares';
import { buyItem } from '../resources/purchase/activity';
import { buyTickets, drawRaffle } from '../resources/raffle/activity';
import { completeQuest, startQuest } from '../resources/quest/activity';
import type { Sandbox } from '../world/sandbox';
import { controlFunction, parameter } from './declaration';
import { overviewOf } from './overview';

// Read at every call, because a reset replaces the state.
const realmOf = (sandbox: Sandbox): Realm => find(sandbox.state.realms, realmIds.realm, 'realm');
const otherRealmOf = (sandbox: Sandbox): Realm => find(sandbox.state.realms, realmIds.otherRealm, 'realm');

const text = z.string().min(1);

const memberId = parameter('memberId', text);
const questId = parameter('questId', text);
const clientId = parameter('clientId', text);

const deliveries = (sent: readonly Delivery[]) => ({ deliveries: sent });
const data = <T>(records: readonly T[]) => ({ data: records });

const consentRules = { returnsState: z.boolean().optional(), comparesQuery: z.boolean().optional() };

const rateLimit = z
	.object({ limit: z.number().int().min(1).nullable(), windowSeconds: z.number().int().min(1).default(60) })
	.strict()
	.transform(({ limit, windowSeconds }) => (limit === null ? undefined : { limit, windowSeconds }));

/**
 * Functions that cause events in the seeded realm, or show what happened. `service.control` and the HTTP API under
 * `/sandbox` both come from this list.
 */
export const controlFunctions = {
	/** Pays the quest's rewards and sends `quest.completed` and `member.points.awarded`. */
	completeQuest: controlFunction({
		route: 'POST /quests/:questId/complete',
		parameters: [questId, memberId],
		run: (sandbox, quest, member) => completeQuest(sandbox, realmOf(sandbox), quest, member),
		answer: deliveries,
	}),
	startQuest: controlFunction({
		route: 'POST /quests/:questId/start',
		parameters: [questId, memberId],
		run: (sandbox, quest, member) => startQuest(sandbox, realmOf(sandbox), quest, member),
		answer: deliveries,
	}),
	joinMember: controlFunction({
		route: 'POST /members',
		parameters: [parameter('username', text), parameter('referralId', text.optional())],
		run: (sandbox, username, referralId) => joinMember(sandbox, realmOf(sandbox), username, referralId),
		answer: (member) => ({ member }),
	}),
	/** A member is active now, or was some days ago. */
	noteActivity: controlFunction({
		route: 'POST /members/:memberId/activity',
		parameters: [memberId, parameter('daysAgo', z.number().min(0).optional())],
		run: (sandbox, member, days = 0) => noteActivity(realmOf(sandbox), member, days),
		answer: (member) => ({ member }),
	}),
	leaveMember: controlFunction({
		route: 'POST /members/:memberId/leave',
		parameters: [memberId],
		run: (sandbox, member) => leaveMember(sandbox, realmOf(sandbox), member),
		answer: deliveries,
	}),
	buyItem: controlFunction({
		route: 'POST /store/:storeItemId/buy',
		parameters: [parameter('storeItemId', text), memberId],
		run: (sandbox, storeItem, member) => buyItem(sandbox, realmOf(sandbox), storeItem, member),
		answer: (purchase) => ({ purchase }),
	}),
	buyTickets: controlFunction({
		route: 'POST /raffles/:raffleId/tickets',
		parameters: [parameter('raffleId', text), memberId, parameter('tickets', z.number().min(1).optional())],
		run: (sandbox, raffle, member, tickets = 1) =>
			buyTickets(sandbox, realmOf(sandbox), raffle, member, { tickets }),
		answer: (entry) => ({ entry }),
	}),
	drawRaffle: controlFunction({
		route: 'POST /raffles/:raffleId/draw',
		parameters: [parameter('raffleId', text)],
		run: (sandbox, raffle) => drawRaffle(realmOf(sandbox), raffle),
		answer: ({ winners }) => ({ winners }),
	}),
	/** The other realm offers one of its currencies to the seeded realm. */
	offerShare: controlFunction({
		route: 'POST /shares/offer',
		parameters: [parameter('currencyId', text), parameter('permissions', z.array(text).min(1).optional())],
		run: (sandbox, currencyId, permissions = ['view', 'earn', 'spend']) =>
			offerShare(sandbox.state, otherRealmOf(sandbox), currencyId, realmIds.realm, permissions),
		answer: (share) => ({ share }),
	}),
	/** The other realm accepts or rejects a currency that the seeded realm shares with it. */
	answerShare: controlFunction({
		route: 'POST /shares/answer',
		parameters: [parameter('currencyId', text), parameter('status', z.enum(['ACCEPTED', 'REJECTED']))],
		run: (sandbox, currencyId, status) =>
			answerShare(sandbox.state, otherRealmOf(sandbox), currencyId, status),
		answer: (share) => ({ share }),
	}),
	/** Sends an event of any type with any data. */
	emit: controlFunction({
		route: 'POST /events',
		parameters: [parameter('type', text), parameter('data', z.record(z.unknown()))],
		run: (sandbox, type, content) => sandbox.emit(realmOf(sandbox), type, content),
		answer: deliveries,
	}),
	/** Accounts and entries, and the sum over all accounts of all currencies, which is always 0. */
	ledger: controlFunction({
		route: 'GET /ledger',
		parameters: [],
		run: (sandbox) => {
			const { ledger } = realmOf(sandbox);
			return { accounts: ledger.accounts(), sum: ledger.sum(), entries: [...ledger.entries] };
		},
		answer: (view) => view,
	}),
	/** The data of the console. */
	overview: controlFunction({
		route: 'GET /overview',
		parameters: [],
		run: (sandbox) => overviewOf(sandbox, realmOf(sandbox)),
		answer: (view) => view,
	}),
	deliveries: controlFunction({
		route: 'GET /deliveries',
		parameters: [],
		run: (sandbox): readonly Delivery[] => sandbox.deliveries.all,
		answer: data,
	}),
	/** Sends the bytes of an earlier delivery again. */
	repeatDelivery: controlFunction({
		route: 'POST /deliveries/:deliveryId/repeat',
		parameters: [parameter('deliveryId', text)],
		run: (sandbox, deliveryId) => sandbox.deliveries.repeat(deliveryId),
		answer: (delivery) => {
			if (!delivery) throw notFound('There is no such delivery.');
			return { deliveries: [delivery] };
		},
	}),
	/** Resolves when no delivery is under way or waits for a retry. */
	settled: controlFunction({
		route: 'POST /deliveries/settled',
		parameters: [],
		run: (sandbox) => sandbox.deliveries.settled(),
		answer: () => ({ settled: true }),
	}),
	/** Has the effect of approving the consent page. @returns the code that the app can exchange */
	consent: controlFunction({
		route: 'POST /apps/:clientId/consent',
		parameters: [clientId, memberId],
		run: (sandbox, client, member) => {
			const app = find(sandbox.state.apps, client, 'app');
			const { id } = find(realmOf(sandbox).members, member, 'member');
			return issueCode(sandbox.state, app, id, app.redirectUri);
		},
		answer: (code) => ({ code }),
	}),
	/** Makes a consent code expire at once. */
	expireCode: controlFunction({
		route: 'POST /codes/:code/expire',
		parameters: [parameter('code', text)],
		run: ({ state }, code) => expireCode(state, code),
	}),
	/** Registers the redirect URI of an app, and how the consent page treats the app. */
	setRedirectUri: controlFunction({
		route: 'POST /apps/:clientId',
		parameters: [
			clientId,
			parameter('redirectUri', z.string().url()),
			parameter('returnsState', consentRules.returnsState),
			parameter('comparesQuery', consentRules.comparesQuery),
		],
		run: ({ state }, client, redirectUri, returnsState, comparesQuery) => {
			const app = find(state.apps, client, 'app');
			app.redirectUri = redirectUri;
			app.returnsState = returnsState ?? app.returnsState;
			app.comparesQuery = comparesQuery ?? app.comparesQuery;
			return app;
		},
		answer: ({ redirectUri, returnsState, comparesQuery }) => ({ redirectUri, returnsState, comparesQuery }),
	}),
	/** Changes how the consent page treats an app, where services of this kind differ. */
	setConsentRules: controlFunction({
		route: 'POST /apps/:clientId/rules',
		parameters: [clientId, parameter('body', z.object(consentRules).strict())],
		run: ({ state }, client, rules) => void Object.assign(find(state.apps, client, 'app'), rules),
	}),
	addFault: controlFunction({
		route: 'POST /faults',
		parameters: [parameter('body', faultRequest)],
		run: (sandbox, fault) => sandbox.faults.add(fault),
		answer: (fault) => fault,
	}),
	faults: controlFunction({
		route: 'GET /faults',
		parameters: [],
		run: (sandbox) => sandbox.faults.list(),
		answer: data,
	}),
	/** Switches one fault off, or all of them and the plan. */
	clearFaults: controlFunction({
		route: ['DELETE /faults', 'DELETE /faults/:id'],
		parameters: [parameter('id', text.optional())],
		run: (sandbox, id) => sandbox.faults.clear(id),
	}),
	/** Faults for the requests that no single fault hits. Undefined removes the plan. */
	setFaultPlan: controlFunction({
		route: 'POST /fault-plan',
		parameters: [parameter('body', faultPlan.or(z.undefined()))],
		run: (sandbox, plan) => {
			sandbox.faults.setPlan(plan);
			return plan;
		},
		answer: (plan) => plan ?? {},
	}),
	/** Restarts the count. Undefined switches the limit off. */
	setRateLimit: controlFunction({
		route: 'POST /rate-limit',
		parameters: [parameter('body', rateLimit)],
		run: (sandbox, rate) => {
			sandbox.setRateLimit(rate);
			return rate;
		},
		answer: (rate) => ({ rateLimit: rate ?? null }),
	}),
	reset: controlFunction({
		route: 'POST /reset',
		parameters: [],
		run: (sandbox) => sandbox.reset(),
		answer: () => ({ reset: true }),
	}),
};
