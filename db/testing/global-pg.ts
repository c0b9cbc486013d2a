import type { TestProject } from 'vitest/node'
import setup from './global'

/** Ignores TEST_DRIVER, because race tests need the several connections of PostgreSQL. */
export default (project: TestProject) => setup(project, 'pg')
