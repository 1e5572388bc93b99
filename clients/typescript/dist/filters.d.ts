/** The values of the filters of lists, by operation. */
export declare const filters: {
    readonly listAssistants: {
        readonly type: readonly ['inbound', 'outbound'];
    };
    readonly listPhoneNumbers: {
        readonly type: readonly ['inbound', 'outbound'];
    };
    readonly listVoices: {
        readonly mode: readonly ['pipeline', 'multimodal'];
        readonly include: readonly ['description'];
    };
    readonly listModels: {
        readonly type: readonly ['llm', 'multimodal', 'dualplex'];
    };
    readonly listCalls: {
        readonly status: readonly ['initiated', 'ringing', 'busy', 'in-progress', 'ended', 'completed', 'ended_by_customer', 'ended_by_assistant', 'no-answer', 'failed'];
        readonly type: readonly ['inbound', 'outbound', 'web'];
        readonly outcome: readonly ['talked', 'goal_reached', 'mailbox', 'no_answer', 'busy', 'screened', 'opted_out', 'transferred', 'cancelled', 'failed'];
        readonly include: readonly ['outcome', 'model', 'reason', 'outcome,model', 'outcome,reason', 'model,reason', 'outcome,model,reason'];
    };
    readonly listLeads: {
        readonly status: readonly ['created', 'processing', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted'];
    };
    readonly listSms: {
        readonly status: readonly ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received'];
        readonly direction: readonly ['inbound', 'outbound'];
    };
};
