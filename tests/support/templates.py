"""The structure of each family's chat template, restated: its markers, none of its wording."""


def chatml(
    before: str = "", inside: str = "", calls: str = "", prompt: str = "", system: str = ""
) -> str:
    """ChatML with what a family adds: before all turns, before an answer, its calls, its prompt."""
    return (
        before + system + "{% for m in messages %}"
        "{% if m.role == 'tool' %}<|im_start|>user\n<tool_response>\n{{ m.content }}\n"
        "</tool_response><|im_end|>\n{% else %}"
        "<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}" + inside + "{% endif %}"
        "{{ m.content if m.content else '' }}" + calls + "<|im_end|>\n{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n" + prompt + "{% endif %}"
    )


TOOL_TAGS = (
    "{% for t in m.tool_calls or [] %}\n<tool_call>\n"
    '{"name": "{{ t.function.name }}", "arguments": {{ t.function.arguments | tojson }}}\n'
    "</tool_call>{% endfor %}"
)

THOUGHT = "{% if m.reasoning_content %}<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}"
EMPTY_THOUGHT = (
    "{% if loop.last %}<think>\n{{ m.reasoning_content or '' }}\n</think>\n\n{% endif %}"
)
DEFAULT_SYSTEM = (
    "{% if messages[0].role != 'system' %}<|im_start|>system\nAs told.<|im_end|>\n{% endif %}"
)

QWEN_VISION = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.role == 'assistant' and loop.last %}<think>\n\n</think>\n\n{% endif %}"
    "{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}"
    "{% if p.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif p.type == 'text' %}{{ p.text }}{% endif %}{% endfor %}{% endif %}"
    "{% for t in m.tool_calls or [] %}<tool_call>\n<function={{ t.function.name }}>\n"
    "{% for k, v in t.function.arguments | items %}<parameter={{ k }}>\n{{ v }}\n</parameter>\n"
    "{% endfor %}</function>\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"
)

LLAMA_2 = (
    "{% for m in messages %}{% if m.role == 'user' %}{{ bos_token }}[INST] {{ m.content | trim }} "
    "[/INST]{% else %} {{ m.content | trim }} {{ eos_token }}{% endif %}{% endfor %}"
)
LLAMA_3 = (
    "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n"
    "{{ m.content | trim }}<|eot_id|>{% endfor %}"
    "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
)
LLAMA_3_TOOLS = (
    "{{ bos_token }}<|start_header_id|>system<|end_header_id|>\n\n"
    "Today: {{ strftime_now('%d %b') }}<|eot_id|>{% for m in messages %}{% if 'tool_calls' in m %}"
    "{% if m.tool_calls | length != 1 %}{{ raise_exception('one call a turn') }}{% endif %}"
    "{% set call = m.tool_calls[0].function %}"
    "<|start_header_id|>assistant<|end_header_id|>\n\n"
    "{% if builtin_tools is defined and call.name in builtin_tools %}<|python_tag|>{% endif %}"
    '{"name": "{{ call.name }}", "parameters": {{ call.arguments | tojson }}}'
    "{% if builtin_tools is defined %}<|eom_id|>{% else %}<|eot_id|>{% endif %}"
    "{% elif m.role == 'tool' %}<|start_header_id|>ipython<|end_header_id|>\n\n{{ m.content }}"
    "<|eot_id|>{% else %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{{ m.content }}"
    "<|eot_id|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}"
    "{% endif %}{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('roles must alternate') }}{% endif %}"
    "<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n"
    "{{ m.content | trim }}<end_of_turn>\n{% endfor %}"
    "{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)
GEMMA_3 = (
    "{{ bos_token }}{% for m in messages %}<start_of_turn>"
    "{{ 'model' if m.role == 'assistant' else m.role }}\n"
    "{% if m.content is string %}{{ m.content | trim }}{% else %}{% for p in m.content %}"
    "{% if p.type == 'image' %}<start_of_image>{% else %}{{ p.text | trim }}{% endif %}{% endfor %}"
    "{% endif %}<end_of_turn>\n{% endfor %}"
    "{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)
GEMMA_4 = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'tool' %}"
    "response:{{ m.content }}<tool_response|>{% else %}"
    "<|turn>{{ 'model' if m.role == 'assistant' else m.role }}\n"
    "{% if m.reasoning %}<|channel>thought\n{{ m.reasoning }}\n<channel|>{% endif %}"
    "{{ m.content if m.content else '' }}"
    "{% for t in m.tool_calls or [] %}<|tool_call>call:{{ t.function.name }}"
    "{{ t.function.arguments | tojson }}<tool_call|>{% endfor %}"
    "{% if m.tool_calls %}<|tool_response>{% else %}<turn|>\n{% endif %}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|turn>model\n{% endif %}"
)
MISTRAL = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]"
    "{% elif m.role == 'assistant' %} {{ m.content }}{{ eos_token }}"
    "{% else %}{{ raise_exception('only user and assistant') }}{% endif %}{% endfor %}"
)
MISTRAL_TOOLS = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]"
    "{% elif m.tool_calls is defined and m.tool_calls is not none %}[TOOL_CALLS]["
    "{% for t in m.tool_calls %}{% if t.id | length != 9 %}{{ raise_exception('9 letters') }}"
    "{% endif %}"
    '{"name": "{{ t.function.name }}", "arguments": {{ t.function.arguments | tojson }}, "id": "'
    '{{ t.id }}"}{% endfor %}]{{ eos_token }}'
    "{% elif m.role == 'tool' %}[TOOL_RESULTS]{{ m.content }}[/TOOL_RESULTS]"
    "{% else %}{{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
PHI_3 = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
PHI_3_5 = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% else %}{{ eos_token }}{% endif %}"
)
PHI_4 = (
    "{% for m in messages %}<|im_start|>{{ m.role }}<|im_sep|>{{ m.content }}<|im_end|>{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant<|im_sep|>{% endif %}"
)
GLM_4 = (
    "[gMASK]<sop>{% for m in messages %}{% if m.role == 'tool' %}<|observation|>\n"
    "<tool_response>\n{{ m.content }}\n</tool_response>{% else %}<|{{ m.role }}|>\n"
    "{% if m.role == 'assistant' %}<think>{{ m.reasoning_content or '' }}</think>\n{% endif %}"
    "{{ m.content if m.content else '' }}"
    "{% for t in m.tool_calls or [] %}\n<tool_call>{{ t.function.name }}\n"
    "{% for k, v in t.function.arguments | items %}<arg_key>{{ k }}</arg_key>\n"
    "<arg_value>{{ v }}</arg_value>\n{% endfor %}</tool_call>{% endfor %}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
DEEPSEEK_V2 = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}User: {{ m.content }}\n\n"
    "{% else %}Assistant: {{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}Assistant:{% endif %}"
)
DEEPSEEK_V3 = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}"
    "{% elif m.tool_calls %}<｜Assistant｜>{{ m.content or '' }}<｜tool▁calls▁begin｜>"
    "{% for t in m.tool_calls %}<｜tool▁call▁begin｜>{{ t.type }}<｜tool▁sep｜>"
    "{{ t.function.name + '\n' + t.function.arguments }}<｜tool▁call▁end｜>{% endfor %}"
    "<｜tool▁calls▁end｜>{{ eos_token }}"
    "{% elif m.role == 'tool' %}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>"
    "{% else %}<｜Assistant｜>{{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<｜Assistant｜>{% endif %}"
)
DEEPSEEK_R1 = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}"
    "{% else %}<｜Assistant｜>{{ m.content.split('</think>')[-1] }}{{ eos_token }}"
    "{% endif %}{% endfor %}{% if add_generation_prompt %}<｜Assistant｜><think>\n{% endif %}"
)
COMMAND_R = (
    "{{ bos_token }}{% for m in messages %}<|START_OF_TURN_TOKEN|>"
    "{{ '<|USER_TOKEN|>' if m.role == 'user' else '<|CHATBOT_TOKEN|>' }}"
    "{{ m.content | trim }}<|END_OF_TURN_TOKEN|>{% endfor %}"
    "{% if add_generation_prompt %}<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{% endif %}"
)
COMMAND_A = (
    "{{ bos_token }}<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>As told.<|END_OF_TURN_TOKEN|>"
    "{% for m in messages %}<|START_OF_TURN_TOKEN|>"
    "{% if m.role == 'user' %}<|USER_TOKEN|>{{ m.content }}{% else %}<|CHATBOT_TOKEN|>"
    "{% if m.tool_calls %}<|START_ACTION|>[{{ m.tool_calls[0].function | tojson }}]<|END_ACTION|>"
    "{% else %}<|START_RESPONSE|>{{ m.content }}<|END_RESPONSE|>{% endif %}{% endif %}"
    "<|END_OF_TURN_TOKEN|>{% endfor %}<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>"
)
ZEPHYR = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content + eos_token }}\n"
    "{% if loop.last and add_generation_prompt %}<|assistant|>\n{% endif %}{% endfor %}"
)
VICUNA = (
    "As told.{% for m in messages %}{% if m.role == 'user' %} USER: {{ m.content | trim }}"
    "{% else %} ASSISTANT: {{ m.content | trim }}{{ eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %} ASSISTANT:{% endif %}"
)
FALCON = (
    "{% for m in messages %}{% if not loop.first %}\n{% endif %}<|{{ m.role }}|>\n{{ m.content }}"
    "{% if m.role == 'assistant' %}{{ eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}\n<|assistant|>\n{% endif %}"
)
GPT_OSS = (
    "<|start|>system<|message|>Valid channels: analysis, final.<|end|>{% for m in messages %}"
    "{% if m.role == 'assistant' %}{% if m.tool_calls %}"
    "{% if m.thinking %}<|start|>assistant<|channel|>analysis<|message|>{{ m.thinking }}<|end|>"
    "{% endif %}<|start|>assistant to=functions.{{ m.tool_calls[0].function.name }}"
    "<|channel|>commentary json<|message|>{{ m.tool_calls[0].function.arguments | tojson }}<|call|>"
    "{% else %}{% if loop.last and m.thinking %}<|start|>assistant<|channel|>analysis<|message|>"
    "{{ m.thinking }}<|end|>{% endif %}"
    "<|start|>assistant<|channel|>final<|message|>{{ m.content }}"
    "{% if loop.last and not add_generation_prompt %}<|return|>{% else %}<|end|>{% endif %}"
    "{% endif %}"
    "{% elif m.role == 'tool' %}<|start|>functions to=assistant<|message|>{{ m.content }}<|end|>"
    "{% else %}<|start|>user<|message|>{{ m.content }}<|end|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant{% endif %}"
)
GRANITE = (
    "{% for m in messages %}<|start_of_role|>{{ m.role }}<|end_of_role|>{{ m.content or '' }}"
    "{% if m.tool_calls %}<|tool_call|>{{ m.tool_calls | tojson }}{% endif %}<|end_of_text|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|start_of_role|>assistant<|end_of_role|>{% endif %}"
)
OLMO = (
    "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}"
    "{% if m.role == 'assistant' %}{% if not loop.last %}{{ eos_token }}\n{% else %}{{ eos_token }}"
    "{% endif %}{% else %}\n{% endif %}{% if loop.last and add_generation_prompt %}<|assistant|>\n"
    "{% endif %}{% endfor %}"
)
IDEFICS_3 = (
    "<|im_start|>{% for m in messages %}{{ m.role | capitalize }}:"
    "{% for p in m.content %}{% if p.type == 'text' %} {{ p.text }}{% else %}<image>{% endif %}"
    "{% endfor %}<end_of_utterance>\n{% endfor %}"
    "{% if add_generation_prompt %}Assistant:{% endif %}"
)
LLAVA = (
    "{% for m in messages %}{% if m.role == 'user' %}USER: {% else %}ASSISTANT: {% endif %}"
    "{% for p in m.content %}{% if p.type == 'image' %}<image>\n{% endif %}{% endfor %}"
    "{% for p in m.content %}{% if p.type == 'text' %}{{ p.text }} {% endif %}{% endfor %}"
    "{% if m.role == 'assistant' %}</s>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}ASSISTANT:{% endif %}"
)
KIMI = (
    "{% for m in messages %}{% if m.role == 'tool' %}<|im_system|>tool<|im_middle|>{{ m.content }}"
    "<|im_end|>{% else %}<|im_{{ m.role }}|>{{ m.role }}<|im_middle|>{{ m.content or '' }}"
    "{% if m.tool_calls %}<|tool_calls_section_begin|>{% for t in m.tool_calls %}"
    "<|tool_call_begin|>{{ t.id }}<|tool_call_argument_begin|>{{ t.function.arguments | tojson }}"
    "<|tool_call_end|>{% endfor %}<|tool_calls_section_end|>{% endif %}<|im_end|>{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}<|im_assistant|>assistant<|im_middle|>{% endif %}"
)
APERTUS = (
    "{{ bos_token }}<|system_start|>As told.<|system_end|>{% set ns = namespace(open=false) %}"
    "{% for m in messages %}{% if m.role == 'user' %}"
    "{% if ns.open %}<|assistant_end|>{% set ns.open = false %}{% endif %}"
    "<|user_start|>{{ m.content }}<|user_end|>{% else %}"
    "{% if not ns.open %}<|assistant_start|>{% set ns.open = true %}{% endif %}{{ m.content }}"
    "{% endif %}{% endfor %}{% if add_generation_prompt %}<|assistant_start|>{% endif %}"
)
RWKV = (
    "{{ bos_token }}{% for m in messages %}{{ m.role | capitalize }}: {{ m.content | trim }}\n\n"
    "{% endfor %}{% if add_generation_prompt %}Assistant:{% endif %}"
)
NEMOTRON = (
    "{% for m in messages %}<extra_id_1>{{ m.role | capitalize }}\n{{ m.content | trim }}\n"
    "{% endfor %}{% if add_generation_prompt %}<extra_id_1>Assistant\n{% endif %}"
)
EXAONE = (
    "{% for m in messages %}{% if loop.first and m.role != 'system' %}[|system|][|endofturn|]\n"
    "{% endif %}[|{{ m.role }}|]{{ m.content }}{% if m.role == 'user' %}\n{% else %}[|endofturn|]"
    "{% if not loop.last %}\n{% endif %}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}[|assistant|]{% endif %}"
)
JAMBA = (
    "{{ bos_token }}{% for m in messages %}<|bom|><|{{ m.role }}|> {{ m.content or '' }}"
    "{% if m.tool_calls %}<tool_calls>{{ m.tool_calls | tojson }}</tool_calls>{% endif %}<|eom|>"
    "{% endfor %}{% if add_generation_prompt %}<|bom|><|assistant|> {% endif %}"
)
LLAMA_4 = (
    "{{ bos_token }}{% for m in messages %}<|header_start|>{{ m.role }}<|header_end|>\n\n"
    "{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}"
    "{% if p.type == 'text' %}{{ p.text }}{% endif %}{% endfor %}{% endif %}<|eot|>{% endfor %}"
    "{% if add_generation_prompt %}<|header_start|>assistant<|header_end|>\n\n{% endif %}"
)
STARCHAT = (
    "<|system|>\n<|end|>\n{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
