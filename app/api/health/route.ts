import { responseOf } from '@/lib/api/response'
import { health } from '@/lib/ready'

export const GET = () => responseOf(health())
