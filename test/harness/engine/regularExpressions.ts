import { setSafeRegexEngine } from 'n8n-workflow';

/**
 * n8n gives each of its checks of a locator 250 ms by the clock (`n8n-workflow`, `safe-regex.ts`), so that a machine
 * which does something else for as long makes an execution fail. Here they may take what they take: that the package's
 * own expressions take linear time has tests of its own.
 */
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
