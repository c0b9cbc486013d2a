import { route } from '@/lib/server/next/route'
import { checkMessageUrl, receiveMessage } from '@/lib/wechat/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkMessageUrl, receiveMessage)
