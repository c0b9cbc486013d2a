import { responseOf } from '@/lib/api/response'
import { ready } from '@/lib/ready'

export const GET = async () => responseOf(await ready())
