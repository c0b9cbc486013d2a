import type { TestProject } from 'vitest/node'
import setup from './global'

/** Races mean nothing on a single connection. */
export default (project: TestProject) => setup(project, 'pg')
