/** What to say of a 404 where the path names nothing but the realm: an installation of the newer kind has no quests. */
export const NO_QUESTS = 'This installation does not offer quests, or there is no such realm.';

/** Where the path names a quest or something below it. */
export const NO_SUCH_PART =
	'There is nothing under these IDs. If that is so for every quest, this installation does not offer quests and tasks.';
