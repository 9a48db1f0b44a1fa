// Stryker loads this file directly, without a compiler for the TypeScript behind it.
require('tsx/cjs');
exports.strykerPlugins = require('./quickRunner').strykerPlugins;
