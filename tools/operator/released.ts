/** The last release, which has no tag. */
export const released = { version: '1.0.0', commit: 'ba368afde7130c0c8329d8c7a6af996f85ce1ac4' }
