/** The advice for a 404 if the path names only the realm: a newer installation has no quests. */
export const NO_QUESTS = 'This installation does not offer quests, or there is no such realm.';

/** The advice for a 404 if the path names a quest or something below it. */
export const NO_SUCH_PART =
	'No record has these IDs. If this happens with every quest, this installation does not offer quests and tasks.';
