import type { TestProject } from 'vitest/node'
import setup from './global'

/** The setup of race tests. Ignores TEST_DRIVER and uses PostgreSQL, because race tests need several connections. */
export default (project: TestProject) => setup(project, 'pg')
