import type { TestProject } from 'vitest/node'
import setup from './global'

/** The setup of race tests. They need several connections, so they run on PostgreSQL whatever TEST_DRIVER is. */
export default (project: TestProject) => setup(project, 'pg')
