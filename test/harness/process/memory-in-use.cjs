'use strict';

const { setImmediate: nextTurn } = require('node:timers/promises');
const v8 = require('node:v8');
const { runInNewContext } = require('node:vm');

/** After a collection, finalizers release more memory in the next turn. */
const COLLECTIONS = 3;

exports.memoryInUse = async () => {
	v8.setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	for (let collections = 0; collections < COLLECTIONS; collections += 1) {
		collect();
		await nextTurn();
	}
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 1024 ** 2;
};
