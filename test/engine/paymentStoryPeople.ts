import type { Member } from '../../sandbox/resources/member/records';
import type { Random } from '../harness/random';
import type { TestService } from './sandbox';

/** Two members for each email. One has it, and the other one may get it. */
export class People {
	readonly emails: readonly string[];

	private readonly pairs: ReadonlyArray<readonly [string, string]>;

	private readonly byMember: ReadonlyMap<string, string>;

	/** Adds a second member for each one to the realm of the service. */
	constructor(
		private readonly service: TestService,
		ids: readonly string[],
	) {
		this.pairs = ids.map((id) => [id, this.spareOf(id)] as const);
		this.emails = ids.map((id) => this.member(id).email);
		this.byMember = new Map(
			this.pairs.flatMap((pair, index) => pair.map((id) => [id, this.emails[index]!] as const)),
		);
	}

	/** The email that a payment to a member was for. A member without one stands for itself. */
	nameOf(memberId: string): string {
		return this.byMember.get(memberId) ?? memberId;
	}

	/** Gives one of the emails to the other member of its pair. @returns that, in words */
	move(random: Random): string {
		const [one, other] = this.pairs[random.below(this.pairs.length)]!.map((id) => this.member(id));
		[one!.email, other!.email] = [other!.email, one!.email];
		return `the emails of ${one!.id} and ${other!.id} are exchanged`;
	}

	private spareOf(id: string): string {
		const known = this.member(id);
		const spare = `f${id.slice(1)}`;
		const email = `spare-${known.email}`;
		this.members.set(spare, { ...known, id: spare, username: `spare-${known.username}`, email });
		return spare;
	}

	private member(id: string): Member {
		return this.members.get(id)!;
	}

	private get members(): Map<string, Member> {
		return membersOf(this.service);
	}
}

export function emailOf(service: TestService, memberId: string): string {
	return membersOf(service).get(memberId)!.email;
}

function membersOf(service: TestService): Map<string, Member> {
	return service.state.realms.get(service.realmId)!.members;
}
