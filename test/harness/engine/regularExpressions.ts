import { setSafeRegexEngine } from 'n8n-workflow';

/**
 * n8n limits each of its checks of a locator to 250 ms of real time (`n8n-workflow`, `safe-regex.ts`). So on a busy
 * machine an execution can fail. Here they may take any time. Separate tests check that the package's own expressions
 * take linear time.
 */
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
