import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../../shared/canonical';
import { allMembers, personOf } from '../memberList';
import { shortOf } from '../poller';
import { snapshotPoller } from '../snapshot';

/** The fields whose change makes an event. */
const FIELDS = ['username', 'displayName', 'email', 'metadata'] as const;

/** How many characters of its hash are remembered of a field. */
const LENGTH = 6;

/**
 * A member's name, email or metadata changed. The service can sort by the time of the last update, but does not show
 * that time. So the fields of all members are remembered, shortened.
 */
export const memberUpdated = snapshotPoller({
	needsBefore: true,
	tellsDifference: true,
	look: async (reading) => {
		const { members } = await allMembers(reading);
		return { listed: members.map((one) => ({ ...one, content: contentOf(one.record) })) };
	},
	eventOf: ({ id, record, content, before, after }, { realmId, isSample }) => {
		// A new member is not an updated one.
		if (before === undefined && !isSample) return undefined;
		const changedFields = FIELDS.filter((_, index) => partOf(content, index) !== partOf(before, index));
		return {
			type: 'member.updated',
			about: ['member.updated', realmId, id, content, after],
			data: { member: { ...personOf({ id, record }), metadata: record.metadata }, changedFields },
		};
	},
});

function contentOf(member: IDataObject): string {
	return FIELDS.map((name) => shortOf(canonicalJson(member[name])).slice(0, LENGTH)).join('');
}

/** The part of a remembered content for one field. */
function partOf(content: string | undefined, index: number): string | undefined {
	return content?.slice(index * LENGTH, (index + 1) * LENGTH);
}
