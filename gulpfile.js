const { dest, parallel, src } = require('gulp');

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.build = parallel(icons, codex);
