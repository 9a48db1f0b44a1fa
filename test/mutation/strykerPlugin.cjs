// Stryker loads this file by itself, without a compiler for what is behind it.
require('tsx/cjs');
exports.strykerPlugins = require('./quickRunner').strykerPlugins;
