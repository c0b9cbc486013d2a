import type { TestProject } from 'vitest/node'
import setup from './global'

/** The setup of race tests, which run on PostgreSQL whatever TEST_DRIVER is, because they need several connections. */
export default (project: TestProject) => setup(project, 'pg')
