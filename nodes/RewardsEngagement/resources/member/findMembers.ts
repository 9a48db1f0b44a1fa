import type { Client } from '../../api/client';
import { listIn, totalIn } from '../../api/records';
import { shownText } from '../../declare/listSearch';
import type { Finder, Found } from '../../fields/field';
import { otherSpellings, seenText } from '../../shared/characters';
import { isRecord } from '../../shared/json';
import { searchMembers } from './search';
import { MAX_VALUES } from './searchFields';

type Member = Readonly<Record<string, unknown>>;

/** The common word for each kind of name. In a record, the field has the same name as the kind of search. */
const KINDS: Readonly<Record<string, string>> = { email: 'email address', username: 'username' };

/**
 * Looks up members by email or username (API document, section 4.11). Several names share a request. If its response
 * does not show for certain which name led to which member, each name gets a separate request. So does another spelling
 * of a name without a member.
 *
 * A member counts only if the record shows the name, because the service may search more broadly than users expect.
 */
export const findMembers: Finder = {
	maxNames: MAX_VALUES,
	find: async (client, realmId, type, names) => {
		const ask = async (values: readonly string[]) => await answerTo(client, realmId, type, values);
		const answer = await ask(names);
		// Two addresses that only look alike may be those of two people.
		const differ = (form: (name: string) => string) => new Set(names.map(form)).size;
		const isClear =
			differ(plain) === differ((name) => name.toLowerCase()) &&
			answer.total === answer.members.length &&
			answer.members.every((member) => names.some((name) => shows(member, type, name)));
		const found: Found[] = [];
		for (const name of names) {
			const own = { members: answer.members.filter((member) => shows(member, type, name)) };
			const exact = isClear ? own : names.length === 1 ? answer : await ask([name]);
			const others = exact.members.length === 0 ? otherSpellings(name) : [];
			found.push(theOne(others.length > 0 ? distinct(await ask(others)) : exact, type, name));
		}
		return found;
	},
};

interface Answer {
	members: Member[];
	/** The number of members, if the service gives it. */
	total?: unknown;
}

async function answerTo(
	client: Client,
	realmId: string,
	type: string,
	values: readonly string[],
): Promise<Answer> {
	const { body } = await client.send(searchMembers.request({ realmId, type, values }));
	return { members: listIn(body).filter(isRecord), total: totalIn(body) };
}

/** The same answer, with each member once. */
function distinct({ members, total }: Answer): Answer {
	const all = [...new Map(members.map((member) => [member.id, member])).values()];
	return { members: all, total: total === members.length ? all.length : total };
}

/** Case, width and invisible characters make no difference. Accents do, because they may distinguish two people. */
function shows(member: Member, type: string, name: string): boolean {
	const shown = plain(shownText(member[type]));
	return shown !== '' && shown === plain(name);
}

function plain(name: string): string {
	return seenText(name).normalize('NFKC').toLowerCase();
}

function theOne({ members, total = members.length }: Answer, type: string, name: string): Found {
	const kind = `the ${KINDS[type]} ${name}`;
	const [member] = members;
	if (!member) return { wrong: `no member has ${kind}`, advice: NOT_JOINED };
	if (members.length > 1 || total !== 1) {
		const ids = members.map(({ id }) => String(id)).slice(0, 3);
		return {
			wrong: `several members have ${kind}`,
			advice: `Choose one of them By ID, such as ${ids.join(' or ')}.`,
		};
	}
	const { id } = member;
	if (!shows(member, type, name) || typeof id !== 'string' || id.trim() === '') {
		return { wrong: `the service returned a member without ${kind}`, advice: SHOWS_OTHER };
	}
	const email = shownText(member.email) || undefined;
	return { id, name: shownText(member.displayName) || shownText(member.username), email };
}

const NOT_JOINED =
	'Correct it. To award people who have not joined, use Member Credential → Award or Deduct.';

const SHOWS_OTHER = 'Check the member in the service, then choose it From List or By ID.';
