import type { TestProject } from 'vitest/node'
import setup from './global'

/** Race tests need several connections, so they run on PostgreSQL. */
export default (project: TestProject) => setup(project, 'pg')
