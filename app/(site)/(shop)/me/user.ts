import type { z } from 'zod'
import type { User as Schema } from '@/lib/user/schema'

export type User = z.output<typeof Schema>
